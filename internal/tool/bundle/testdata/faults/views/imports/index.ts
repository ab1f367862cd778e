import { chart } from "./chrat";
import Chart from "./Chart";
import React from "react";
import { hook } from "@oriel/view/react";
import x from "https://cdn.example.com/x.js";
import y from "/x.js";
import z from "../../../../z";
import data from "./data.xml";
import App from "./App.vue";
import w from ".\\chart";
import blob from "./noextension";
import picture from "./latin1.txt";
import("./" + "dynamic");
import dir from "./folder/";

console.log(chart, Chart, React, hook, x, y, z, data, App, w, blob, picture, dir);
