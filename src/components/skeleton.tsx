type SkeletonProps = { lines?: number; className?: string };

export function Skeleton({ lines = 3, className = '' }: SkeletonProps) {
  return (
    <div className={`placeholder-glow ${className}`} aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        <span key={`line-${String(line)}`} className={`placeholder ${line % 2 === 0 ? 'w-75' : 'w-50'}`} />
      ))}
    </div>
  );
}
