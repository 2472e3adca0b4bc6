import { serve } from './serve';

serve({ isProduction: true });
