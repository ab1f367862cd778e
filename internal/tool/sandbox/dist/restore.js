(()=>{Object.defineProperty(window,Symbol.for("oriel.restore"),{value:JSON.parse(oriel.restore),configurable:!0});document.currentScript?.remove();})();
