const middle = 11;
/** The position of each bar, and its extent above and below the middle. */
const bars = [
  { x: 2, up: 3.2, down: 2.4 },
  { x: 6, up: 7.4, down: 4 },
  { x: 10, up: 4.4, down: 8 },
  { x: 14, up: 7.6, down: 5.6 },
  { x: 18, up: 2.8, down: 3.6 },
] as const;

/** Five bars, agent above customer. Decorative, because the name is next to it or labels its container. */
export const Logo = ({ size = 22 }: { size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="-1 0 22 22"
    fill="none"
    strokeWidth="2.4"
    strokeLinecap="round"
    aria-hidden="true"
  >
    {bars.map(({ x, up, down }) => (
      <g key={x}>
        <path d={`M${x} ${middle - up + 0.2}V${middle - 1.9}`} stroke="var(--agent)" />
        <path d={`M${x} ${middle + 1.9}V${middle + down + 0.2}`} stroke="var(--customer)" />
      </g>
    ))}
  </svg>
);
