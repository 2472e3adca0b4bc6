import type { ApiModule } from '../../app';

export const catalogModule: ApiModule = () => undefined;
