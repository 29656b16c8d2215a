import bars from '../../resources/logo.json';

const middle = 11;

/** Five bars, each with its place and its extent above and below the middle: agent above customer. Decorative, because the name is next to it or labels its container. */
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
