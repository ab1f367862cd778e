import { weather } from "../weather.ts";
import type { Weather } from "../weather.ts";
import { Component } from "./library.ts";

/** How it looks. */
export interface Look {
  /** Whether rain is seen. */
  wet: boolean;
}

/**
 * The weather as it looks. A new look after each change.
 *
 * @param place - Where to look.
 * @returns The {@link weather}, or undefined.
 * @throws Where the place is none.
 * @example
 * import { roundUp } from "@oriel/view";
 *
 * function Now({ place }: { place: string }) {
 *   const [wet, setWet] = useState(false);
 *   const look: Look = useWeather({ place });
 *   useEffect(() => setWet(look.wet), [look]);
 *   return <p onClick={() => roundUp(1)}>{wet ? "It's wet" : look.useWeather}</p>;
 * }
 */
export const useWeather = ({ place }: { place: string }): (Weather & Look) | undefined => weather(place);

/**
 * The forecast.
 *
 * @example
 * function Soon() {
 *   return <p>{useForecast("Lisbon").wet}</p>;
 * }
 */
export const useForecast: {
  (): Weather;
  (
    place: string,
    options?: object,
  ): Look;
} = (place?: string) => weather(place) as never;

/**
 * Keeps what is below it dry.
 *
 * @example
 * const page = <Umbrella><p>Dry</p></Umbrella>;
 */
export class Umbrella extends Component<Look> {
  render() {
    return this.props.wet;
  }
}
