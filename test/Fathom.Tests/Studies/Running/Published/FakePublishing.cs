using Fathom.Tests.Machines.Prerequisites;

namespace Fathom.Tests.Studies.Running.Published;

/// <summary>What <c>dotnet publish</c> does on machines that are made up. Several machines may share it.</summary>
internal sealed class FakePublishing
{
    private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _finish = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _count;

    /// <summary>Whether it waits for <see cref="Finish"/>.</summary>
    public bool Held { get; init; }

    public int ExitCode { get; init; }

    public string Output { get; init; } = "";

    public bool LeavesProgram { get; init; } = true;

    /// <summary>How often it ran.</summary>
    public int Count => _count;

    /// <summary>Completes when it first runs.</summary>
    public Task Begun => _begun.Task;

    public void Finish() => _finish.TrySetResult();

    /// <summary>A machine with the SDK.</summary>
    public FakeMachine Machine() => new()
    {
        Programs = new() { ["dotnet --list-sdks"] = (0, "10.0.103 [/home/alice/dotnet/sdk]\n", "") },
        Run = async (arguments, cancellation) =>
        {
            if (arguments[0] != "publish")
            {
                return null;
            }

            Interlocked.Increment(ref _count);
            _begun.TrySetResult();
            if (Held)
            {
                await _finish.Task.WaitAsync(cancellation);
            }

            if (ExitCode == 0 && LeavesProgram)
            {
                var folder = arguments[arguments.ToList().IndexOf("-o") + 1];
                Directory.CreateDirectory(folder);
                await File.WriteAllTextAsync(Path.Combine(folder, "fathom-grpc-net-client"), "", cancellation);
            }

            return (ExitCode, Output, "");
        },
    };
}
