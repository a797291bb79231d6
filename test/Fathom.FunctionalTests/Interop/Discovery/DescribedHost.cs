using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Download;
using Fathom.Subjects.Echo;
using Fathom.Transport.Server;

namespace Fathom.FunctionalTests.Interop.Discovery;

/// <summary>A host that serves what <c>fathom serve</c> does, with reflection and health, in this process.</summary>
internal static class DescribedHost
{
    public static Task<ServedHost> StartAsync(string host, string contract) =>
        (host == "native" ? Stack.Native : Stack.Framework).ServeAsync(
            [EchoContract.Define(contract), new DownloadService().Definition()],
            options: new ServerOptions { EnableReflection = true, Health = new HealthService() });
}
