using Fathom.Subjects.Client;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "client",
        Text = "Runs workloads over HttpClient or Fathom's own HTTP/2.",
        Roles = [SubjectManifest.Client],
        Workloads = Workloads.All,
    },
    args,
    _ => ClientSubject.FollowAsync(SubjectSession.OfThisProcess(), Workloads.All));
