alert("never");
