import { type CSSProperties, type PointerEvent, type RefObject, useRef } from 'react';
import { t } from '../../words';
import { computeCrop, MOST_ZOOM, moved, type View, zoomed } from './crop.rules';
import styles from './picture.module.css';

export interface CropFrameProps {
  address: string;
  image: RefObject<HTMLImageElement | null>;
  /** The ratio of the picture's width to its height; null before the picture is loaded. */
  picture: number | null;
  frame: number;
  view: View;
  onChange: (view: View) => void;
  onLoad: () => void;
  onError: () => void;
}

/** Shows a picture behind a frame. The user drags it, pinches it, or moves it with sliders, which keyboards and screen readers reach. */
export function CropFrame({ address, image, picture, frame, view, onChange, onLoad, onError }: CropFrameProps) {
  const crop = computeCrop(view, picture ?? frame, frame);
  const pointers = useRef(new Map<number, { x: number; y: number }>());

  function movePointer(event: PointerEvent<HTMLDivElement>): void {
    const before = pointers.current.get(event.pointerId);
    if (!before) return;
    const other = [...pointers.current].find(([id]) => id !== event.pointerId)?.[1];
    const now = { x: event.clientX, y: event.clientY };
    pointers.current.set(event.pointerId, now);
    if (other) {
      const apart = Math.hypot(before.x - other.x, before.y - other.y);
      if (apart > 0) onChange(zoomed(view, Math.hypot(now.x - other.x, now.y - other.y) / apart));
      return;
    }
    const { clientWidth: width, clientHeight: height } = event.currentTarget;
    if (width > 0 && height > 0) {
      onChange(moved(view, crop, (now.x - before.x) / width, (now.y - before.y) / height));
    }
  }
  const releasePointer = ({ pointerId }: PointerEvent) => void pointers.current.delete(pointerId);
  const placed: CSSProperties = {
    width: `${100 / crop.width}%`,
    transform: `translate(${-100 * crop.x}%, ${-100 * crop.y}%)`,
  };

  return (
    <>
      <div
        className={styles.frame}
        style={{ aspectRatio: String(frame) }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          pointers.current.set(event.pointerId, { x: event.clientX, y: event.clientY });
        }}
        onPointerMove={movePointer}
        onPointerUp={releasePointer}
        onPointerCancel={releasePointer}
      >
        <img
          ref={image}
          src={address}
          alt={t('As guests will see it')}
          draggable={false}
          className={styles.whole}
          style={placed}
          onLoad={onLoad}
          onError={onError}
        />
      </div>
      <Slider
        label={t('Zoom')}
        value={(view.zoom - 1) / (MOST_ZOOM - 1)}
        onChange={(value) => onChange({ ...view, zoom: 1 + value * (MOST_ZOOM - 1) })}
      />
      <Slider
        label={t('Left to right')}
        value={view.x}
        isFixed={crop.width >= 1}
        isLeftToRight
        onChange={(x) => onChange({ ...view, x })}
      />
      <Slider
        label={t('Top to bottom')}
        value={view.y}
        isFixed={crop.height >= 1}
        onChange={(y) => onChange({ ...view, y })}
      />
    </>
  );
}

interface SliderProps {
  label: string;
  /** A number from 0 to 1. */
  value: number;
  /** The frame shows the picture's whole extent, so the slider has nothing to move. */
  isFixed?: boolean;
  /** The slider runs as the picture does, also on a page from right to left. */
  isLeftToRight?: boolean;
  onChange: (value: number) => void;
}

function Slider({ label, value, isFixed = false, isLeftToRight = false, onChange }: SliderProps) {
  const percent = Math.round(value * 100);
  return (
    <label className={styles.slider}>
      <span>{label}</span>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={percent}
        dir={isLeftToRight ? 'ltr' : undefined}
        disabled={isFixed}
        aria-valuetext={`${percent} %`}
        onChange={({ target }) => onChange(Number(target.value) / 100)}
      />
    </label>
  );
}
