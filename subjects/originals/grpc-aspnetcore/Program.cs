using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.GrpcAspNetCore;
using Fathom.Subjects.Hosts;

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "grpc-aspnetcore",
        Text = "Echo on Grpc.AspNetCore, or on protobuf-net.Grpc, and Kestrel.",
        Roles = [SubjectManifest.Server],
        Flags = [HostFlags.Port, HostFlags.Bind, HostFlags.Tls, HostFlags.Certificate, HostFlags.Key, HostFlags.Contract],
    },
    args,
    async flags =>
    {
        var session = SubjectSession.OfThisProcess();
        await using var host = await GrpcAspNetCoreHost.StartAsync(HostArguments.Of(flags));
        await ServerSubject.FollowAsync(session, host.Address, host.CertificatePem, wire: null, () => host.Accepted);
    },
    HostArguments.Explain);
