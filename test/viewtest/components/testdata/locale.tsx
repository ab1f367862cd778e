// Text in the user's language.
import { Localized, mount, useFormat, useLocale } from "@oriel/view/react";
import { useRef, useState } from "framework";

const { plan } = globalThis as any;

const Line = ({ id }: { id: string }) => {
  const locale = useLocale();
  const format = useFormat();
  const seen = useRef(new Set<unknown>());
  seen.current.add(locale);
  Object.assign(globalThis, { [`${id}Format`]: format, [`${id}Seen`]: seen.current.size });
  return (
    <p id={id}>
      {locale.locale} {locale.direction} {locale.timeZone}
    </p>
  );
};

const App = () => {
  const [isThere, show] = useState(true);
  Object.assign(globalThis, { show });
  return (
    <>
      <Line id="outer" />
      {isThere && (
        <Localized locales={plan.locales}>
          <Line id="inner" />
        </Localized>
      )}
    </>
  );
};

mount(App);
