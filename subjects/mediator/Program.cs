using Fathom.Mediator.Remotes;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Mediator;
using Fathom.Subjects.Mediator.Certificates;
using Fathom.Subjects.Mediator.Sending;

// A new workload is a class and a line here, and a line in its SendSpecContext.
var workloads = new WorkloadRegistry().Add<SendWorkload, SendSpec>();

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "mediator",
        Text = "Nodes of a mediator, and a sender to them.",
        Roles = [SubjectManifest.Server, SubjectManifest.Client],
        Flags = NodeArguments.Flags,
        Workloads = workloads,
    },
    args,
    flags =>
    {
        var arguments = NodeArguments.Of(flags);
        var session = SubjectSession.OfThisProcess();
        return arguments.IsClient ? ClientSubject.FollowAsync(session, workloads) : ServeAsync(session, arguments);
    },
    HostArguments.Explain);

static async Task ServeAsync(SubjectSession session, NodeArguments arguments)
{
    using var certificates = arguments.Tls ? RunCertificates.Create(TimeProvider.System, arguments.Bind) : null;
    INodeTls tls = certificates is null ? new NoTls() : new NodesTls(certificates.Root, certificates.Server);
    if (arguments.IsBare)
    {
        await using var host = BareHost.Start(arguments, tls);
        await FollowAsync(session, host.Address, certificates);
        return;
    }

    await using var nodes = NodeSet.Start(arguments, tls);
    await FollowAsync(session, nodes.Address, certificates);
}

static Task FollowAsync(SubjectSession session, Uri address, RunCertificates? certificates) =>
    ServerSubject.FollowAsync(session, address.GetLeftPart(UriPartial.Authority), certificates?.ForSender().ToPem(), () => default);
