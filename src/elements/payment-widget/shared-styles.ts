import base from '../../../styles/base.css?inline';
import skeleton from '../../../styles/skeleton.css?inline';
import boxAndRadio from '../../../styles/box-and-radio.css?inline';
import button from '../../../styles/button.css?inline';
import facts from '../../../styles/facts.css?inline';
import field from '../../../styles/field.css?inline';
import icon from '../../../styles/icon.css?inline';
import isolation from '../../../styles/isolation.css?inline';
import panel from '../../../styles/panel.css?inline';
import row from '../../../styles/row.css?inline';
import spinner from '../../../styles/spinner.css?inline';
import tokens from '../../../styles/tokens.css?inline';

/**
 * Styles that elements share, as the text of one sheet. The elements' own sheets follow it in the order in which the
 * elements first appear. They may refine shared styles, but never what another element styles.
 */
export const sharedStyles = [
  isolation,
  tokens,
  base,
  icon,
  button,
  spinner,
  panel,
  skeleton,
  field,
  boxAndRadio,
  facts,
  row,
].join('');
