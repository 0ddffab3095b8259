import { memo, useId, useLayoutEffect, useRef, useState } from 'react';
import type { JSX, KeyboardEvent, PointerEvent, RefObject } from 'react';
import type { DetectionMessage, PictureMessage } from '../protocol';
import { colourOf, inkOn } from './colours';
import { boundsOf, detectionAt } from './geometry';
import { placeLabels } from './labels';
import { labelWords } from './words';

/** Screen pixels: how near the pointer must come, and how small a box is drawn at least. */
const REACH = 3;
const SMALLEST = 6;
/** More labels than this cover the picture; those of what is pointed at are shown anyway. */
const LABELS = 80;

export interface OverlayProps {
  picture: PictureMessage;
  /** What is drawn, in the order in which keys step through it. */
  detections: readonly DetectionMessage[];
  selected: DetectionMessage | null;
  hovered: DetectionMessage | null;
  onSelect: (detection: DetectionMessage | null) => void;
  onHover: (detection: DetectionMessage | null) => void;
}

/** Boxes and outlines over a picture; a list box, so that keys step through them too. */
export function Overlay(props: OverlayProps): JSX.Element {
  const { picture, detections, selected, hovered, onSelect, onHover } = props;
  const area = useRef<HTMLDivElement>(null);
  const width = useWidth(area, picture.width);
  const scale = width / picture.width;
  const id = useId();
  const active = [...new Set([selected, hovered])].filter(isThere);
  const labelled = detections.length <= LABELS ? detections : [];

  const under = (event: PointerEvent<HTMLElement>): DetectionMessage | null => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const [x, y] = [(event.clientX - left) / scale, (event.clientY - top) / scale];
    return detectionAt(detections, x, y, REACH / scale);
  };
  const press = (event: KeyboardEvent): void => {
    const next = stepped(event.key, detections, selected);
    if (next !== undefined) {
      event.preventDefault();
      onSelect(next);
    }
  };

  return (
    <div
      ref={area}
      className="mcpw-Overlay"
      role="listbox"
      tabIndex={0}
      aria-label="Detections"
      aria-activedescendant={selected === null ? undefined : optionId(id, detections, selected)}
      onKeyDown={press}
      onPointerMove={event => {
        onHover(under(event));
      }}
      onPointerLeave={() => {
        onHover(null);
      }}
      onPointerUp={event => {
        const found = under(event);
        onSelect(found === selected ? null : found);
      }}
    >
      <svg
        role="presentation"
        viewBox={`0 0 ${picture.width.toString()} ${picture.height.toString()}`}
        preserveAspectRatio="none"
      >
        <Shapes id={id} detections={detections} selected={selected} scale={scale} />
        {hovered !== null && hovered !== selected && (
          <Shape detection={hovered} scale={scale} isActive />
        )}
      </svg>
      {placeLabels(labelled, active, scale, width).map(({ detection, words, left, top }, index) => (
        <span
          key={index}
          aria-hidden
          className="mcpw-Label"
          style={{
            left,
            top,
            maxWidth: width - left,
            backgroundColor: colourOf(detection),
            color: inkOn(colourOf(detection))
          }}
        >
          {words}
        </span>
      ))}
    </div>
  );
}

interface ShapesProps {
  id: string;
  detections: readonly DetectionMessage[];
  selected: DetectionMessage | null;
  scale: number;
}

/** All shapes; drawn anew only when they change, not on each move of the pointer. */
const Shapes = memo(function Shapes(props: ShapesProps): JSX.Element {
  const { id, detections, selected, scale } = props;
  return (
    <>
      {/* the first ones last, so that they lie on top */}
      {detections
        .map((detection, index) => (
          <g
            key={index}
            id={`${id}-${index.toString()}`}
            role="option"
            aria-selected={detection === selected}
            aria-label={labelWords(detection) || detection.kind}
          >
            <Shape detection={detection} scale={scale} isActive={detection === selected} />
          </g>
        ))
        .reverse()}
    </>
  );
});

interface ShapeProps {
  detection: DetectionMessage;
  scale: number;
  isActive: boolean;
}

/** A line with a dark rim, so that it stands out on any picture. */
function Shape({ detection, scale, isActive }: ShapeProps): JSX.Element {
  const colour = colourOf(detection);
  const hasOutline = detection.polygons.length > 0;
  const opacity = (hasOutline ? 0.15 : 0) + (isActive ? 0.15 : 0);
  const line = { fill: colour, fillOpacity: opacity, stroke: colour };
  const shapes = hasOutline
    ? detection.polygons.map(polygon => polygon.join(' '))
    : [cornersOf(detection, scale)];
  return (
    <g className={isActive ? 'mcpw-Shape-active' : undefined}>
      {shapes.map((points, index) => (
        <polygon key={index} className="mcpw-Shape-rim" points={points} />
      ))}
      {shapes.map((points, index) => (
        <polygon key={index} className="mcpw-Shape-line" points={points} {...line} />
      ))}
    </g>
  );
}

function cornersOf(detection: DetectionMessage, scale: number): string {
  const [left, top, right, bottom] = boundsOf(detection) ?? [0, 0, 0, 0];
  const wider = Math.max(0, SMALLEST / scale - (right - left)) / 2;
  const higher = Math.max(0, SMALLEST / scale - (bottom - top)) / 2;
  const [x1, y1, x2, y2] = [left - wider, top - higher, right + wider, bottom + higher];
  return [x1, y1, x2, y1, x2, y2, x1, y2].join(' ');
}

/** What a key selects; undefined where it is none of ours. */
function stepped(
  key: string,
  detections: readonly DetectionMessage[],
  selected: DetectionMessage | null
): DetectionMessage | null | undefined {
  const last = detections.length - 1;
  const at = selected === null ? -1 : detections.indexOf(selected);
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return detections[at >= last ? 0 : at + 1] ?? null;
    case 'ArrowLeft':
    case 'ArrowUp':
      return detections[at <= 0 ? last : at - 1] ?? null;
    case 'Home':
      return detections[0] ?? null;
    case 'End':
      return detections[last] ?? null;
    case 'Escape':
      return null;
    default:
      return undefined;
  }
}

function optionId(
  id: string,
  detections: readonly DetectionMessage[],
  selected: DetectionMessage
): string | undefined {
  const index = detections.indexOf(selected);
  return index < 0 ? undefined : `${id}-${index.toString()}`;
}

function isThere<T>(value: T | null): value is T {
  return value !== null;
}

/** The width of an element on the screen, followed as it changes; `initial` until it is known. */
function useWidth(element: RefObject<HTMLElement>, initial: number): number {
  const [width, setWidth] = useState(initial);
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null || typeof ResizeObserver === 'undefined') {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      // 0 while the notebook is not on the screen
      setWidth(known => target.clientWidth || known);
    });
    observer.observe(target);
    return () => {
      observer.disconnect();
    };
  }, [element]);
  return width;
}
