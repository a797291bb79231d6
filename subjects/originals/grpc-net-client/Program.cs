using Fathom.Originals.Workloads;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Subjects;
using Fathom.Subjects.GrpcNetClient;

var workloads = OriginalWorkloads.Of(new GrpcNetClientLibrary());

return await SubjectProgram.RunAsync(
    new SubjectDeclaration
    {
        Name = "grpc-net-client",
        Text = "Runs workloads over Grpc.Net.Client.",
        Roles = [SubjectManifest.Client],
        Workloads = workloads,
    },
    args,
    _ => ClientSubject.FollowAsync(SubjectSession.OfThisProcess(), workloads));
