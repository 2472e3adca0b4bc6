/** jsdom lays nothing out: a test says itself which element has come under the line that an observer watches. */
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

/** The named element is under the line, and of those watched with it no other. */
export function scrollInto(role: string, name: string): void {
  const found = screen.getByRole(role, { name });
  tell(found, (target) => target === found);
}

/** None of those that are watched with the named element is under the line any more. */
export function scrollAwayFrom(role: string, name: string): void {
  tell(screen.getByRole(role, { name }), () => false);
}

/** The page has been scrolled to below the last of its panels. */
export function scrollToEnd(): void {
  const end = screen.getAllByRole('tabpanel').at(-1)?.nextElementSibling;
  if (!end) throw new Error('There is a mark below the panels.');
  tell(end, (target) => target === end);
}

function tell(watched: Element, isIntersecting: (target: Element) => boolean): void {
  for (const observer of observers.filter(({ targets }) => targets.has(watched))) {
    const entries = [...observer.targets].map((target) => ({ target, isIntersecting: isIntersecting(target) }));
    observer.callback(entries as IntersectionObserverEntry[], observer as unknown as IntersectionObserver);
  }
}
