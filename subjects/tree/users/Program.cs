using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.Users;

var workloads = new WorkloadRegistry().Add<UsersWorkload, UsersSpec>();

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "users",
        Text = "Users of the tree's REST APIs, simulated by Locust or by a driver of its own.",
        Roles = [SubjectManifest.Client],
        Workloads = workloads,
    },
    args,
    _ => ClientSubject.FollowAsync(SubjectSession.OfThisProcess(), workloads));
