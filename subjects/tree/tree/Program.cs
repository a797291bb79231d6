using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Hosts;
using Fathom.Subjects.Tree;

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "tree",
        Text = "Two REST APIs before three gRPC services: five processes, each also a subject of its own.",
        Roles = [SubjectManifest.Server],
        Flags = TreeArguments.Flags,
    },
    args,
    async flags =>
    {
        var arguments = TreeArguments.Of(flags);
        var session = SubjectSession.OfThisProcess();
        var siblings = new SubjectCatalog(Path.GetFullPath(Path.Combine(AppContext.BaseDirectory, "..")));
        await using var tree = await ProcessTree.StartAsync(siblings, arguments);
        await TreeSubject.FollowAsync(session, tree);
    },
    // The process that could not start has said why on standard error.
    e => e is SubjectException or MissingSubjectException ? e.Message : HostArguments.Explain(e));
