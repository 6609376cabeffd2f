import { localisePage, translator } from './language.js';

const en = {
  title: 'Page not found',
  navigation: 'Main',
  signup: 'Sign up',
  membership: 'My membership',
  styling: 'Styling',
  studio: 'Studio',
  reason: 'This page does not exist. Check the address for typing errors.',
  home: 'Go to my membership',
};
const text = translator(en, {
  title: 'Seite nicht gefunden',
  navigation: 'Hauptnavigation',
  signup: 'Mitglied werden',
  membership: 'Meine Mitgliedschaft',
  styling: 'Gestaltung',
  studio: 'Studio',
  reason: 'Unter dieser Adresse gibt es keine Seite. Prüfen Sie, ob sie richtig geschrieben ist.',
  home: 'Zu meiner Mitgliedschaft',
});

document.title = text('title');
localisePage(en, text);
