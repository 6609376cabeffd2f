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
  signup: 'Beitreten',
  membership: 'Mitgliedschaft',
  styling: 'Design',
  studio: 'Studio',
  reason: 'Diese Seite gibt es nicht. Prüfen Sie die Adresse auf Tippfehler.',
  home: 'Zu meiner Mitgliedschaft',
});

document.title = text('title');
localisePage(en, text);
