/** Simulates intersections, since jsdom has no layout: a test says which element is at the line that an observer watches. */
import { screen } from '@testing-library/react';

let observers: FakeObserver[] = [];

class FakeObserver {
  readonly targets = new Set<Element>();
  constructor(readonly callback: IntersectionObserverCallback) {
    observers.push(this);
  }
  observe(target: Element) {
    this.targets.add(target);
  }
  unobserve(target: Element) {
    this.targets.delete(target);
  }
  disconnect() {
    this.targets.clear();
  }
}

export function installObserver(): void {
  observers = [];
  Object.assign(window, { IntersectionObserver: FakeObserver });
}

/** Reports the named element at the line, and no other element of the same observer. */
export function scrollInto(role: string, name: string): void {
  const element = screen.getByRole(role, { name });
  reportTo(element, (target) => target === element);
}

/** Reports that no element of the named element's observer is at the line any more. */
export function scrollAwayFrom(role: string, name: string): void {
  reportTo(screen.getByRole(role, { name }), () => false);
}

/** Reports that the page has been scrolled to its end, below the last panel. */
export function scrollToEnd(): void {
  const end = screen.getAllByRole('tabpanel').at(-1)?.nextElementSibling;
  if (!end) throw new Error('There is a mark below the panels.');
  reportTo(end, (target) => target === end);
}

function reportTo(watched: Element, isIntersecting: (target: Element) => boolean): void {
  for (const observer of observers.filter(({ targets }) => targets.has(watched))) {
    const entries = [...observer.targets].map((target) => ({ target, isIntersecting: isIntersecting(target) }));
    observer.callback(entries as IntersectionObserverEntry[], observer as unknown as IntersectionObserver);
  }
}
