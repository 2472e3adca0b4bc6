export * from './catalog';
export * from './order';
export * from './payment';
export * from './queue';
export * from './realtime';
export * from './session';
export * from './shared';
export * from './site';
