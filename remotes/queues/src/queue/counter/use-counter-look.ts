import { useLayoutEffect } from 'react';
import { type Theme, type TypeSize, useCounter } from './counter';

/** Percentages of the browser's own type size, in which every text is measured. */
const SIZES: Record<TypeSize, string> = { normal: '', large: '115%', largest: '130%' };

/** Counts the users of the look: the screen asks for it before the background does, and the background keeps it on every other page. */
let users = 0;

function apply(theme: Theme, size: TypeSize): void {
  const root = document.documentElement;
  if (theme === 'device') delete root.dataset.theme;
  else root.dataset.theme = theme;
  root.style.fontSize = SIZES[size];
}

/** Gives the whole page the theme and the type size that the device was set to, while a vendor works on it. */
export function useCounterLook(isVendor: boolean): void {
  const { theme, size } = useCounter();
  useLayoutEffect(() => {
    if (!isVendor) return;
    users += 1;
    apply(theme, size);
    return () => {
      users -= 1;
      if (users === 0) apply('device', 'normal');
    };
  }, [isVendor, theme, size]);
}
