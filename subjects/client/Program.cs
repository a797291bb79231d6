using Fathom.Subjects.Client;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.SubjectProtocol.Subjects;

var noCooperativeBlocking = SubjectFlag.Switch("--no-cooperative-blocking",
    "Switch off the thread pool's compensation for blocked threads.");

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "client",
        Text = "Runs workloads over HttpClient or Fathom's own HTTP/2.",
        Roles = [SubjectManifest.Client],
        Flags = [noCooperativeBlocking],
        Workloads = Workloads.All,
    },
    args,
    flags =>
    {
        // Before anything blocks: the pool reads the switch once.
        if (flags.Of(noCooperativeBlocking))
        {
            AppContext.SetSwitch("System.Threading.ThreadPool.Blocking.CooperativeBlocking", false);
        }

        return ClientSubject.FollowAsync(SubjectSession.OfThisProcess(), Workloads.All);
    });
