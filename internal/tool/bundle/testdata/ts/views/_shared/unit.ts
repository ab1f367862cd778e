export enum Unit {
  Celsius,
  Fahrenheit,
}

export const degrees = (value: number, unit: Unit): string => `${value} °${unit === Unit.Celsius ? "C" : "F"}`;
