using System.Diagnostics;
using Fathom.Link;
using Fathom.Link.Plans;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.TestKit.Plants;

/// <summary>What runs beside one examination of a plant: its server, a relay, a control group. Owned by a test or a bench; disposing it
/// ends all of it.</summary>
public sealed class PlantStage : IAsyncDisposable
{
    private static readonly TimeSpan ToWarmUp = TimeSpan.FromMinutes(2);

    private readonly List<ChildProcess> _children = [];
    private readonly List<IDisposable> _owned = [];
    private readonly List<IAsyncDisposable> _ownedAsync = [];
    private LinkRun? _link;
    private CpuLimit? _limit;
    private CpuLimit? _serversLimit;
    private bool _isFrozen;

    /// <summary>Plants and doctor see two processors, however many there are.</summary>
    public static IReadOnlyDictionary<string, string> Environment { get; } = new Dictionary<string, string>
    {
        ["DOTNET_PROCESSOR_COUNT"] = "2",
        ["GOMAXPROCS"] = "2",
    };

    /// <summary>The environment of the doctor, and with it of the programs it runs.</summary>
    public Dictionary<string, string> Variables { get; } = new(Environment);

    /// <summary>The plants on .NET, as this build left them: <c>dotnet exec</c> runs it.</summary>
    public static string Program => FathomProcess.Program.Replace("Fathom.Cli", "Fathom.Plants", StringComparison.Ordinal)
        .Replace("fathom.dll", "fathom-plants.dll", StringComparison.Ordinal);

    /// <summary>Starts a plant on .NET; the line that it prints first.</summary>
    public Task<string> StartDotnetAsync(params string[] arguments) =>
        StartAsync(new ProcessStartInfo(SubjectCatalog.DotnetHost, ["exec", Program, .. arguments]));

    /// <summary>Starts a plant on .NET whose processor time is limited; the line that it prints first.</summary>
    /// <param name="percent">Of one processor.</param>
    /// <param name="arguments">Its arguments.</param>
    /// <exception cref="PlantMissingException">This user may not, as in most containers.</exception>
    public Task<string> StartLimitedAsync(int percent, params string[] arguments)
    {
        _serversLimit = CpuLimit.Create(percent);
        return StartAsync(new ProcessStartInfo("sh",
        [
            "-c", "echo $$ > \"$0\" && exec \"$@\"", _serversLimit.Processes, SubjectCatalog.DotnetHost, "exec", Program, .. arguments,
        ]));
    }

    /// <summary>Starts programs that keep a processor busy each.</summary>
    public void StartNeighbours(int count) => _children.AddRange(Enumerable.Range(0, count)
        .Select(_ => ChildProcess.Start(new ProcessStartInfo("sh", ["-c", "while :; do :; done & cat; kill $!"]))));

    /// <summary>Starts a program that prints a line when it is ready, and ends with its standard input; that line.</summary>
    /// <exception cref="InvalidOperationException">It ended.</exception>
    public async Task<string> StartAsync(ProcessStartInfo info)
    {
        foreach (var (name, value) in Environment)
        {
            info.Environment[name] = value;
        }

        var child = ChildProcess.Start(info);
        _children.Add(child);
        await Eventually.HoldsAsync(() => child.Lines.Count > 0 || child.HasExited, $"the first line of {info.FileName}");
        return child.Lines.Count > 0 ? child.Lines[0]
            : throw new InvalidOperationException($"{info.FileName} ended before it was ready. It wrote: {child.Errors}");
    }

    /// <summary>Starts a link, and at its far end a program on .NET that prints a line with its address when it is ready; that address. The
    /// doctor then runs at the near end, so that every packet crosses the link.</summary>
    /// <param name="spec">What the link does.</param>
    /// <param name="command">Program and arguments, by the address to listen at.</param>
    public async Task<string> StartBehindAsync(LinkSpec spec, Func<string, IEnumerable<string>> command)
    {
        _link = await LinkRun.StartAsync(LinkPlan.Create(spec), CancellationToken.None);
        var far = _link.Far!;
        var line = await StartAsync(far.StartInfo(SubjectCatalog.DotnetHost, ["exec", .. command($"{far.Address}")]));
        return line.Split(' ').First(w => w.StartsWith("http", StringComparison.Ordinal));
    }

    /// <summary>Limits the processor time of the doctor, and with it of the programs it runs, which inherit the limit.</summary>
    /// <param name="percent">Of one processor.</param>
    /// <exception cref="PlantMissingException">This user may not, as in most containers.</exception>
    public void LimitProcessorTime(int percent) => _limit = Own(CpuLimit.Create(percent));

    /// <summary>Starts <c>fathom doctor</c>.</summary>
    public FathomProcess StartDoctor(params string[] arguments) => _limit is { } limit
        ? FathomProcess.StartIn(limit.Processes, Variables, ["doctor", .. arguments])
        : FathomProcess.StartAt(_link?.Near, Variables, ["doctor", .. arguments]);

    /// <summary>Does something where the doctor would be: with its environment, and under its limit of processor time.</summary>
    /// <param name="work">What is done by this process.</param>
    public async Task<T> WithinAsync<T>(Func<Task<T>> work)
    {
        var before = Variables.Keys.ToDictionary(v => v, System.Environment.GetEnvironmentVariable);
        SetAll(Variables.ToDictionary(v => v.Key, string? (v) => v.Value));
        _limit?.Enter();
        try
        {
            return await work();
        }
        finally
        {
            if (_limit is not null)
            {
                CpuLimit.Leave();
            }

            SetAll(before);
        }

        static void SetAll(Dictionary<string, string?> variables)
        {
            foreach (var (name, value) in variables)
            {
                System.Environment.SetEnvironmentVariable(name, value);
            }
        }
    }

    /// <summary>Starts a relay to a service; the service's address behind it.</summary>
    public async Task<string> RelayAsync(string address, params string[] link)
    {
        var relay = Own(FathomProcess.Start(["link", "--mode", "relay", .. link, "--listen", "0", "--to", new Uri(address).Authority]));
        await Eventually.HoldsAsync(() => relay.Error.Contains("an approximation", StringComparison.Ordinal), "the relay listens");
        return $"http://127.0.0.1:{relay.Error.Split("127.0.0.1:")[1].Split(' ')[0]}";
    }

    /// <summary>Makes one call as the doctor will: a server that has just been started is cold, on a busy machine for longer than the least
    /// that is worth a hint.</summary>
    /// <param name="target">The doctor's arguments: address, <c>--call</c>, method and flags.</param>
    public static async Task WarmUpAsync(string[] target)
    {
        using var call = FathomProcess.Start(["call", target[0], target[2], .. target[3..]]);
        if (await call.ExitAsync(ToWarmUp) != 0)
        {
            throw new InvalidOperationException($"The plant fails: {call.Error}");
        }
    }

    /// <summary>Stops the programs where they are (SIGSTOP): their sockets stay, and nothing answers.</summary>
    public Task FreezeAsync()
    {
        _isFrozen = true;
        return ChildProcess.RunAsync("sh", "-c", $"kill -STOP {string.Join(' ', _children.Select(c => c.Id))}");
    }

    /// <summary>Disposes something with this.</summary>
    public T Own<T>(T owned)
        where T : IDisposable
    {
        _owned.Add(owned);
        return owned;
    }

    /// <summary>Disposes something with this.</summary>
    public T OwnAsync<T>(T owned)
        where T : IAsyncDisposable
    {
        _ownedAsync.Add(owned);
        return owned;
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        foreach (var owned in _ownedAsync)
        {
            await owned.DisposeAsync();
        }

        foreach (var owned in Enumerable.Reverse(_owned))
        {
            owned.Dispose();
        }

        foreach (var child in _children)
        {
            if (_isFrozen)
            {
                // It does not see the end of its standard input.
                child.Dispose();
                continue;
            }

            await child.DisposeAsync();
        }

        // Without processes a group can be removed.
        _serversLimit?.Dispose();
        if (_link is not null)
        {
            await _link.DisposeAsync();
        }
    }
}
