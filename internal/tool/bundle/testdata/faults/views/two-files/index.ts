import "./one";
import "./two";
