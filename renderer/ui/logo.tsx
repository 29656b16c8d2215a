const bars = [
  [1, 7, 10, 14],
  [5, 4, 10, 17],
  [9, 6, 10, 20],
  [13, 3, 10, 15],
  [17, 7, 10, 14],
] as const;

/** Five bars, agent above, customer below. Decoration: the name stands beside it or labels what it is in. */
export const Logo = ({ size = 22 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 20 22"
    fill="none"
    strokeWidth="2"
    strokeLinecap="round"
    aria-hidden="true"
  >
    {bars.map(([x, top, middle, bottom]) => (
      <g key={x}>
        <path d={`M${x + 1} ${top}V${middle - 0.5}`} stroke="var(--agent)" />
        <path d={`M${x + 1} ${middle + 2.5}V${bottom}`} stroke="var(--customer)" />
      </g>
    ))}
  </svg>
);
