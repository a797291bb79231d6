namespace Fathom.SubjectProtocol.Subjects;

/// <summary>A client between its start and its end: warms up and runs workloads.</summary>
public static class ClientSubject
{
    /// <summary>Reports that the client is ready and handles the runner's commands until standard input ends.</summary>
    /// <param name="session">To the runner.</param>
    /// <param name="workloads">The workloads of the client.</param>
    public static Task FollowAsync(SubjectSession session, WorkloadRegistry workloads)
    {
        IWorkload? prepared = null;
        var isWarm = false;
        session.Reply(new SubjectReply.Ready());
        return session.FollowAsync(async (command, spec) =>
        {
            try
            {
                switch (command)
                {
                    case SubjectCommand.Warm:
                        prepared = await ReplaceAsync();
                        await prepared.WarmUpAsync();
                        isWarm = true;
                        session.Reply(new SubjectReply.Warm());
                        break;
                    case SubjectCommand.Run:
                        // Released when the next one comes: the server still counts, and closing connections would be counted too.
                        prepared = isWarm ? prepared : await ReplaceAsync();
                        isWarm = false;
                        session.Reply(await prepared!.RunAsync());
                        break;
                    default:
                        session.Reply(new SubjectReply.Failed(
                            $"a client accepts '{SubjectCommand.Warm}' and '{SubjectCommand.Run}', not '{command}'"));
                        break;
                }
            }
            catch (FormatException e)
            {
                session.Reply(new SubjectReply.Failed(e.Message));
            }

            async Task<IWorkload> ReplaceAsync()
            {
                isWarm = false;
                if (prepared is { } former)
                {
                    prepared = null;
                    await former.ReleaseAsync();
                }

                return workloads.Create(spec);
            }
        });
    }
}
