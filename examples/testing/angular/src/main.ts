import { bootstrapApplication } from '@angular/platform-browser';
import { PaymentPage } from './payment-page';

bootstrapApplication(PaymentPage).catch((error: unknown) => console.error(error));
