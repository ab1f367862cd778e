// The colour of the sky by the altitude of the sun.

type RGB = readonly [number, number, number];

interface Tone {
  altitude: number;
  /** High in the sky, and above the horizon. */
  high: RGB;
  low: RGB;
}

const tones: readonly Tone[] = [
  { altitude: -20, high: [7, 11, 30], low: [13, 20, 50] },
  { altitude: -13, high: [10, 18, 49], low: [27, 40, 92] },
  { altitude: -8, high: [16, 30, 74], low: [82, 76, 140] },
  { altitude: -4, high: [25, 49, 108], low: [206, 118, 118] },
  { altitude: -0.5, high: [34, 74, 145], low: [255, 164, 98] },
  { altitude: 4, high: [39, 94, 174], low: [253, 205, 148] },
  { altitude: 11, high: [38, 107, 196], low: [178, 213, 241] },
  { altitude: 25, high: [33, 109, 207], low: [140, 196, 244] },
  { altitude: 90, high: [25, 97, 200], low: [112, 178, 240] },
];

export function skyAt(altitude: number): { high: string; low: string } {
  const after = tones.findIndex((tone) => tone.altitude >= altitude);
  const to = tones[after < 0 ? tones.length - 1 : after] as Tone;
  const from = tones[Math.max(0, after - 1)] ?? to;
  const width = to.altitude - from.altitude;
  const part = width > 0 ? Math.max(0, Math.min(1, (altitude - from.altitude) / width)) : 0;
  return { high: mix(from.high, to.high, part), low: mix(from.low, to.low, part) };
}

/** How well the stars are seen, 0 to 1. */
export function starlight(sunAltitude: number): number {
  return Math.max(0, Math.min(1, (-7 - sunAltitude) / 9));
}

function mix(a: RGB, b: RGB, part: number): string {
  const channel = (i: 0 | 1 | 2): number => Math.round(a[i] + (b[i] - a[i]) * part);
  return `rgb(${channel(0)},${channel(1)},${channel(2)})`;
}
