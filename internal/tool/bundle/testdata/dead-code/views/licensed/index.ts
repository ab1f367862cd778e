/*! Copyright somebody, MIT: kept. </script> */
// gone
document.title = "x";
debugger;
