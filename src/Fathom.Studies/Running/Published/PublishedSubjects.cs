using System.Collections.Concurrent;
using System.Globalization;
using Fathom.Machines.Prerequisites;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running.Published;

/// <summary>
/// Subjects on other runtimes, published on first use into the user's cache. An attempt has an outcome and throws nothing that ends a
/// study; its outcome holds for the life of this object, and a failed one is not repeated. Safe from any thread.
/// </summary>
public sealed class PublishedSubjects
{
    /// <summary>The subject that is published.</summary>
    public const string Subject = "grpc-net-client";

    /// <summary>Name of the folder of sources, beside the subjects.</summary>
    public const string SourceFolder = "originals-source";

    private const string Preload = "processors.c";

    private readonly ConcurrentDictionary<string, Lazy<Task<PublishOutcome>>> _outcomes = new();
    private readonly string _source;
    private readonly IMachine _machine;
    private readonly TimeProvider _time;
    private readonly string? _cache;

    /// <summary>The subjects whose sources are among those of a catalogue.</summary>
    /// <param name="catalog">Where the build put subjects and sources.</param>
    /// <param name="machine">Runs <c>dotnet</c> and <c>cc</c>.</param>
    /// <param name="time">Clock of the timeouts; null: the system's.</param>
    /// <param name="cache">Full path of the cache; null: in the user's cache folder.</param>
    public PublishedSubjects(SubjectCatalog catalog, IMachine machine, TimeProvider? time = null, string? cache = null)
    {
        _source = Path.Combine(catalog.Folder, SourceFolder);
        (_machine, _time, _cache) = (machine, time ?? TimeProvider.System, cache ?? PublishCache.OfUser());
    }

    /// <summary>Limit of one publishing, the wait for another process that publishes included. Default 10 min.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromMinutes(10);

    /// <summary>Receives a sentence before something is published, which takes a minute or two.</summary>
    public Action<string> Progress { get; init; } = _ => { };

    /// <summary>Why a process cannot be started here, as a sentence; null where it can. Publishes what it needs.</summary>
    /// <param name="process">The process.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="OperationCanceledException"><paramref name="cancellation"/> was requested.</exception>
    public async Task<string?> ProblemAsync(ProcessSetup process, CancellationToken cancellation = default)
    {
        if (process.Runtime is null)
        {
            return null;
        }

        var runtime = PublishedRuntime.Of(process.Runtime);
        return await ProgramAsync(process.Subject, runtime, cancellation) is PublishOutcome.Unavailable { Reason: var reason } ? reason
            : (await EnvironmentAsync(runtime, process.Environment, cancellation)).Reason;
    }

    /// <summary>The program of a subject on a runtime, published where it is not in the cache.</summary>
    /// <param name="subject">Name of the subject.</param>
    /// <param name="runtime">The runtime.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="OperationCanceledException"><paramref name="cancellation"/> was requested.</exception>
    public Task<PublishOutcome> ProgramAsync(string subject, PublishedRuntime runtime, CancellationToken cancellation = default) =>
        OnceAsync($"{subject} {runtime.Name}", () => AttemptAsync($"{subject} on {runtime.Title}", async limited =>
        {
            if (subject != Subject)
            {
                return new PublishOutcome.Unavailable($"only {Subject} is published");
            }

            var publisher = new SubjectPublisher(_machine);
            if (await publisher.ProblemAsync(runtime, limited) is { } problem)
            {
                return new PublishOutcome.Unavailable(problem);
            }

            var program = Path.Combine("program", $"fathom-{subject}{(_machine.IsWindows ? ".exe" : "")}");
            return await InCacheAsync(PublishCache.KeyOf(_source, $"{subject}-{runtime.Name}"), program, folder =>
            {
                Progress($"{subject} is published for {runtime.Title}, once on this machine: a minute or two.");
                return publisher.PublishAsync(_source, runtime, folder, program, limited);
            }, limited);
        }, cancellation));

    /// <summary>The library that makes a process of .NET Core 3.1 see another number of processors, compiled where it is not in the
    /// cache.</summary>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="OperationCanceledException"><paramref name="cancellation"/> was requested.</exception>
    public Task<PublishOutcome> ProcessorsLibraryAsync(CancellationToken cancellation = default) =>
        OnceAsync(Preload, () => AttemptAsync($"other number of processors on {PublishedRuntime.NetCore31.Title}", async limited =>
        {
            if (!_machine.IsLinux)
            {
                return new PublishOutcome.Unavailable("only Linux preloads the library that sets it");
            }

            if (_machine.FindExecutable("cc") is not { } compiler)
            {
                return new PublishOutcome.Unavailable("it needs a C compiler, and there is no cc on PATH");
            }

            const string library = "libfathom-processors.so";
            return await InCacheAsync(PublishCache.KeyOf(_source, "processors"), library, async folder =>
            {
                var file = Path.Combine(folder, library);
                var run = await _machine.RunAsync(
                    compiler, ["-shared", "-fPIC", "-O2", "-o", file, Path.Combine(_source, Preload), "-ldl"], limited);
                return run is { ExitCode: 0 } && File.Exists(file) ? null : "cc does not compile the library that sets it";
            }, limited);
        }, cancellation));

    /// <summary>What the process of a trial needs beyond the subjects of the build.</summary>
    /// <param name="runtime">Its runtime.</param>
    /// <param name="environment">Its environment.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <returns>Variables to set in the place of <paramref name="environment"/>'s, or the reason why that cannot be.</returns>
    internal async Task<(IReadOnlyDictionary<string, string>? Environment, string? Reason)> EnvironmentAsync(
        PublishedRuntime runtime, IReadOnlyDictionary<string, string> environment, CancellationToken cancellation)
    {
        const string count = "DOTNET_PROCESSOR_COUNT";
        if (runtime.ReadsProcessorCount || !environment.TryGetValue(count, out var processors)
            || int.Parse(processors, CultureInfo.InvariantCulture) == _machine.Processors)
        {
            return (environment, null);
        }

        return await ProcessorsLibraryAsync(cancellation) switch
        {
            PublishOutcome.Available library => (new Dictionary<string, string>(environment)
            {
                ["LD_PRELOAD"] = library.File,
                ["FATHOM_PROCESSORS"] = processors,
            }, null),
            PublishOutcome.Unavailable unavailable => (null, unavailable.Reason),
            _ => throw new InvalidOperationException("No such outcome."),
        };
    }

    private Task<PublishOutcome> OnceAsync(string what, Func<Task<PublishOutcome>> attempt) =>
        _outcomes.GetOrAdd(what, _ => new Lazy<Task<PublishOutcome>>(attempt)).Value;

    private async Task<PublishOutcome> InCacheAsync(
        string key, string file, Func<string, Task<string?>> make, CancellationToken cancellation)
    {
        if (_cache is null)
        {
            return new PublishOutcome.Unavailable("this user has no cache folder; XDG_CACHE_HOME can name one");
        }

        return await new PublishCache(_cache, _time).GetAsync(key, make, cancellation) switch
        {
            ({ } folder, _) => new PublishOutcome.Available(Path.Combine(folder, file)),
            (_, var reason) => new PublishOutcome.Unavailable(reason!),
        };
    }

    private async Task<PublishOutcome> AttemptAsync(
        string what, Func<CancellationToken, Task<PublishOutcome>> attempt, CancellationToken cancellation)
    {
        using var timeout = new CancellationTokenSource(Timeout, _time);
        using var limited = CancellationTokenSource.CreateLinkedTokenSource(timeout.Token, cancellation);
        try
        {
            var outcome = await attempt(limited.Token);
            return outcome is PublishOutcome.Unavailable { Reason: var reason } ? Sentence(reason) : outcome;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return Sentence(string.Create(CultureInfo.InvariantCulture, $"it was not published within {Timeout.TotalSeconds:0} s"));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Sentence(PrivateNames.OfThisMachine.RemoveFrom(e.Message).TrimEnd('.'));
        }

        PublishOutcome.Unavailable Sentence(string reason) => new($"There is no {what}: {reason}.");
    }
}
