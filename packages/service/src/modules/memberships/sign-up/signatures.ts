import { ApiError } from '../../../core/errors/api-error.js';
import { textPart, type TextPart } from '../../../core/i18n/translate.js';
import { redrawSignature } from '../../documents/pdf/signature.js';
import type { Offer, TextBlock } from '../offers/offer.js';
import type { ContractRequest, FieldName } from './contract-request.js';

export interface Signatures {
  /** SVG, redrawn by the service. */
  readonly contractSignature?: string;
  readonly textBlockSignatures: readonly { readonly textBlockId: number; readonly svg: string }[];
}

/**
 * Returns the signatures of a contract as the service stores them. They are redrawn from their strokes, so that nothing
 * else in the SVG survives, such as scripts or links.
 *
 * @param textBlocks the texts that the person was shown with this choice.
 * @throws ApiError 400 if a required signature is missing, a signature cannot be read, or it refers to an unknown text
 * block.
 */
export function takeSignatures(
  request: ContractRequest,
  offer: Offer,
  textBlocks: readonly TextBlock[],
  field: FieldName,
): Signatures {
  const { contractSignature, textBlockSignatures = [] } = request;
  if (offer.contractSignaturesRequired && !contractSignature) {
    throw new ApiError('errormessage.membership.signature.required', field('contractSignature'));
  }
  const signed = textBlockSignatures.map(({ textBlockId, base64SvgSignature }, index) => {
    const reference = `${field('textBlockSignatures')}.${index}`;
    const refuse = (problem: TextPart) =>
      new ApiError('errormessage.membership.text.block.unknown', `${reference}.textBlockId`, {
        textBlockId,
        problem,
      });
    const block = textBlocks.find(({ id }) => id === textBlockId);
    if (!block) throw refuse(textPart('problem.textBlock.other'));
    if (!block.hasSignature) throw refuse(textPart('problem.textBlock.notSigned'));
    if (textBlockSignatures.findIndex((other) => other.textBlockId === textBlockId) !== index) {
      throw refuse(textPart('problem.textBlock.twice'));
    }
    return { textBlockId, svg: readSignature(base64SvgSignature, `${reference}.base64SvgSignature`) };
  });
  return {
    ...(contractSignature
      ? {
          contractSignature: readSignature(
            contractSignature.base64SvgSignature,
            `${field('contractSignature')}.base64SvgSignature`,
          ),
        }
      : {}),
    textBlockSignatures: signed,
  };
}

/**
 * Reads a signature and redraws it. It also accepts a `data:` URL, which drawing libraries produce.
 *
 * @throws ApiError 400 if it cannot be read.
 */
export function readSignature(given: string, reference: string): string {
  const base64 = given.replace(/^data:image\/svg\+xml;base64,/, '').replace(/\s/g, '');
  const refuse = (problem: TextPart) =>
    new ApiError('errormessage.membership.signature.invalid', reference, { problem });
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) throw refuse(textPart('problem.signature.base64'));
  const svg = Buffer.from(base64, 'base64').toString('utf8');
  if (!svg.includes('<svg')) throw refuse(textPart('problem.signature.notSvg'));
  try {
    return redrawSignature(svg);
  } catch (error) {
    if (error instanceof ApiError) throw refuse(textPart('problem.signature.noStrokes'));
    throw error;
  }
}
