/** An image with drawings, in the image's own pixels. */
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

interface AnnotatedImageProps {
  readonly src: string;
  /** Describes image and drawings. */
  readonly alt: string;
  /** SVG elements for an image of that size. Drawn once it has loaded. */
  readonly drawing?: (size: ImageSize) => ComponentChildren;
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

export function AnnotatedImage({ src, alt, drawing }: AnnotatedImageProps) {
  const [size, setSize] = useState<ImageSize>();
  return (
    <div class="picture">
      <img
        src={src}
        alt={alt}
        onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
          setSize({ width: naturalWidth, height: naturalHeight })
        }
      />
      {size !== undefined && drawing !== undefined && (
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          {drawing(size)}
        </svg>
      )}
    </div>
  );
}
