/** For tests: simulates which elements a window shows, which jsdom cannot tell. */
import { act } from '@testing-library/react';

type Report = (changes: Partial<IntersectionObserverEntry>[]) => void;

/** Replaces the browser's observer. @returns functions that show or hide one element or all, and one that ends the simulation */
export function giveVisibility() {
  const observers: { report: Report; elements: Set<Element> }[] = [];
  class FakeObserver {
    private readonly own: { report: Report; elements: Set<Element> };
    constructor(report: Report) {
      this.own = { report, elements: new Set() };
      observers.push(this.own);
    }
    observe = (element: Element) => this.own.elements.add(element);
    unobserve = (element: Element) => this.own.elements.delete(element);
  }
  Object.assign(globalThis, { IntersectionObserver: FakeObserver });
  /** @param share how much of the element is visible, from 0 to 1 */
  const setVisible = (element: Element, share: number): void => {
    const change = {
      target: element,
      isIntersecting: share > 0,
      intersectionRatio: share,
      intersectionRect: { height: 400 * share } as DOMRectReadOnly,
      rootBounds: { height: 800 } as DOMRectReadOnly,
    };
    act(() => {
      for (const { report, elements } of observers) if (elements.has(element)) report([change]);
    });
  };
  return {
    setVisible,
    setAllVisible(share: number): void {
      for (const element of observers.flatMap(({ elements }) => [...elements])) setVisible(element, share);
    },
    takeAway: () => void Reflect.deleteProperty(globalThis, 'IntersectionObserver'),
  };
}

/** Hides or shows the window, as another tab or the lock of the device does. */
export function setWindowVisible(isVisible: boolean): void {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(isVisible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}
