using Fathom.Originals.Workloads;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.GrpcCore;
using Fathom.Subjects.Hosts;

var client = SubjectFlag.Switch("--client", "Run as a client, which listens on no port.", SubjectManifest.Client);
IReadOnlyList<SubjectFlag> ofServer =
    [HostFlags.Port, HostFlags.Bind, HostFlags.Tls, HostFlags.Certificate, HostFlags.Key, HostFlags.Contract];
var workloads = OriginalWorkloads.Of(new GrpcCoreLibrary());

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "grpc-core",
        Text = "Echo on Grpc.Core, the library that ended in 2022, and a client that runs workloads over it.",
        Roles = [SubjectManifest.Server, SubjectManifest.Client],
        Flags = [client, .. ofServer],
        Workloads = workloads,
    },
    args,
    flags =>
    {
        if (!flags.Of(client))
        {
            return ServeAsync(SubjectSession.OfThisProcess(), HostArguments.Of(flags));
        }

        return ofServer.FirstOrDefault(flags.Has) is { } other
            ? throw new FormatException($"{other.Info.Name} cannot be used with --client, which listens on no port.")
            : ClientSubject.FollowAsync(SubjectSession.OfThisProcess(), workloads);
    },
    HostArguments.Explain);

static async Task ServeAsync(SubjectSession session, HostArguments arguments)
{
    await using var host = GrpcCoreHost.Start(arguments);
    await ServerSubject.FollowAsync(session, host.Address, host.CertificatePem, wire: null);
}
