type Handler = (event: unknown) => void;

export class Emitter {
  private readonly handlers = new Map<string, Set<Handler>>();

  on(name: string, handler: Handler): this {
    const handlers = this.handlers.get(name) ?? new Set();
    this.handlers.set(name, handlers.add(handler));
    return this;
  }

  once(name: string, handler: Handler): this {
    const wrapped: Handler = (event) => {
      this.off(name, wrapped);
      handler(event);
    };
    return this.on(name, wrapped);
  }

  off(name: string, handler?: Handler): this {
    if (handler) this.handlers.get(name)?.delete(handler);
    else this.handlers.delete(name);
    return this;
  }

  protected emit(name: string, event: unknown) {
    for (const handler of [...(this.handlers.get(name) ?? [])]) handler(event);
  }
}
