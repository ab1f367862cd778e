package oriel

import (
	"net"
	"os"
	"slices"
)

// platformVariables are set by platforms that start programs behind a proxy of theirs and
// name the port in PORT. On a developer's machine none is set.
var platformVariables = []string{
	"K_SERVICE",               // Cloud Run, Knative
	"DYNO",                    // Heroku
	"FLY_APP_NAME",            // Fly.io
	"RAILWAY_ENVIRONMENT_ID",  // Railway
	"RENDER",                  // Render
	"WEBSITE_SITE_NAME",       // Azure App Service
	"CONTAINER_APP_NAME",      // Azure Container Apps
	"VCAP_APPLICATION",        // Cloud Foundry
	"KUBERNETES_SERVICE_HOST", // Kubernetes
}

// defaultAddress is where a program listens that is not told where. A platform that sets
// PORT sends requests from another machine, so there it is every interface.
func defaultAddress(getenv func(string) string) string {
	host, port := "127.0.0.1", getenv("PORT")
	switch {
	case port == "":
		port = "8080"
	case slices.ContainsFunc(platformVariables, func(name string) bool { return getenv(name) != "" }):
		host = ""
	}
	return net.JoinHostPort(host, port)
}

// isContainer reports whether the program runs in a container of Docker or Podman, whose
// loopback addresses no other machine can reach, not even the container's host.
func isContainer() bool {
	return slices.ContainsFunc([]string{"/.dockerenv", "/run/.containerenv"}, func(file string) bool {
		_, err := os.Stat(file)
		return err == nil
	})
}

func isLoopback(address net.Addr) bool {
	tcp, ok := address.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}
