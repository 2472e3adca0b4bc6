import type { ApiModule } from '../../app';

export const authModule: ApiModule = () => undefined;
