using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Blob;
using Fathom.Subjects.Hosts;

BlobArguments? read = null;
return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "blob",
        Text = "A blob over HTTP/1.1, HTTP/2 and gRPC on one port: on Kestrel, on a model of HTTP.sys, or on HTTP.sys.",
        Roles = [SubjectManifest.Server],
        Flags = BlobArguments.Flags,
    },
    args,
    async flags =>
    {
        var arguments = read = BlobArguments.Of(flags);
        RefuseElsewhere(arguments.Host);
        var session = SubjectSession.OfThisProcess();
        await using var host = await BlobHost.StartAsync(arguments);
        await ServerSubject.FollowAsync(session, host.Address, null, () => host.Wire);
    },
    e => e is PlatformNotSupportedException ? e.Message
        : OperatingSystem.IsWindows() && read is not null && HttpSysServer.Explain(e, read) is { } message ? message
        : HostArguments.Explain(e));

static void RefuseElsewhere(string host)
{
    if (host is "httpsys" or "httpsys-buffered" && !OperatingSystem.IsWindows())
    {
        throw new PlatformNotSupportedException(
            $"--host {host} is HTTP.sys, a part of Windows, and this is not Windows; --host httpsys-model behaves as it does on Linux.");
    }

    if (host == "httpsys-model" && !OperatingSystem.IsLinux())
    {
        throw new PlatformNotSupportedException(
            "--host httpsys-model reads TCP acknowledgements from Linux, and this is not Linux; --host kestrel serves everywhere, "
                + "--host httpsys on Windows.");
    }
}
