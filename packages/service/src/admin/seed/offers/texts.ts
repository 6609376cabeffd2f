/** A name and what it stands for. */
export interface Named {
  readonly name: string;
  readonly description: string;
}

/** Texts of a studio in an offer, besides its name. */
export interface OfferTexts {
  readonly starter: string;
  readonly classes: Named;
  readonly sauna: Named;
  readonly towel: Named;
  readonly coaching: Named;
  /** The member agrees to it with the coaching. */
  readonly coachingConsent: string;
  readonly terms: Named;
  readonly privacy: Named;
}

export const GERMAN: OfferTexts = {
  starter: 'Startpaket',
  classes: { name: 'Gruppenkurse', description: 'Alle Kurse des Stundenplans.' },
  sauna: { name: 'Sauna und Dampfbad', description: 'Jeden Tag bis 22 Uhr.' },
  towel: { name: 'Handtuchservice', description: 'Bei jedem Besuch ein frisches Handtuch.' },
  coaching: { name: 'Persönliches Training', description: 'Vier Stunden bei einem Coach Ihrer Wahl.' },
  coachingConsent: 'Der Coach macht sich Notizen zu meinem Training und meiner Gesundheit.',
  terms: {
    name: 'Allgemeine Geschäftsbedingungen',
    description:
      'Der Vertrag gilt für die Person, auf die er lautet. Die Hausordnung des Studios gehört dazu.',
  },
  privacy: {
    name: 'Datenschutz',
    description: 'Was wir über Sie speichern, wofür und wie lange.',
  },
};

export const ENGLISH: OfferTexts = {
  starter: 'Joining fee',
  classes: { name: 'Group classes', description: 'All classes of the timetable.' },
  sauna: { name: 'Sauna and steam room', description: 'Every day until 10 pm.' },
  towel: { name: 'Towel service', description: 'A fresh towel at each visit.' },
  coaching: { name: 'Personal training', description: 'Four hours with a trainer of your choice.' },
  coachingConsent: 'The trainer keeps notes on my training and my health.',
  terms: {
    name: 'Terms and conditions',
    description: 'The membership is for the person named in it. The house rules of the gym are part of it.',
  },
  privacy: { name: 'Privacy', description: 'What we store about you, what for, and for how long.' },
};

export const ITALIAN: OfferTexts = {
  starter: 'Quota di iscrizione',
  classes: { name: 'Corsi di gruppo', description: 'Tutti i corsi in programma.' },
  sauna: { name: 'Sauna e bagno turco', description: 'Tutti i giorni fino alle 22.' },
  towel: { name: 'Servizio asciugamani', description: 'Un asciugamano pulito a ogni visita.' },
  coaching: { name: 'Allenamento personale', description: 'Quattro ore con un istruttore a scelta.' },
  coachingConsent: 'L’istruttore prende appunti sul mio allenamento e sulla mia salute.',
  terms: {
    name: 'Condizioni generali',
    description: 'Il contratto vale per la persona indicata. Il regolamento della palestra ne fa parte.',
  },
  privacy: {
    name: 'Informativa sulla privacy',
    description: 'Quali dati conserviamo, per quale scopo e per quanto tempo.',
  },
};

export const SPANISH: OfferTexts = {
  starter: 'Matrícula',
  classes: { name: 'Clases en grupo', description: 'Todas las clases del horario.' },
  sauna: { name: 'Sauna y baño de vapor', description: 'Todos los días hasta las 22 h.' },
  towel: { name: 'Servicio de toallas', description: 'Una toalla limpia en cada visita.' },
  coaching: {
    name: 'Entrenamiento personal',
    description: 'Cuatro horas con el entrenador que usted elija.',
  },
  coachingConsent: 'El entrenador toma notas sobre mi entrenamiento y mi salud.',
  terms: {
    name: 'Condiciones generales',
    description:
      'El contrato es para la persona que figura en él. El reglamento del gimnasio forma parte de él.',
  },
  privacy: {
    name: 'Protección de datos',
    description: 'Qué datos guardamos, para qué y durante cuánto tiempo.',
  },
};
