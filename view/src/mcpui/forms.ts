/**
 * Legacy MCP-UI hosts show views in frames without allow-forms. There, a browser fires no "submit"
 * when a form is sent, by its button or by Enter: views that handle the event would do nothing.
 */
export const submitForms = (): void => {
  let reacted = false;
  const note = (): void => void (reacted = true);
  addEventListener("submit", note, true);
  addEventListener("invalid", note, true);
  // Enter clicks the form's button, too.
  addEventListener(
    "click",
    (event) => {
      const button = (event.target as Element | null)?.closest?.<HTMLButtonElement>("button, input");
      const form = button?.form;
      if (!form || !/^(submit|image)$/.test(button.type)) return;
      reacted = false;
      // A browser that may send the form has reacted by then.
      setTimeout(() => {
        if (reacted || event.defaultPrevented || !form.isConnected) return;
        if (form.noValidate || button.formNoValidate || form.reportValidity())
          form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: button }));
      });
    },
    true,
  );
};
