using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Subjects.Tree;

/// <summary>
/// One of the five processes. When it ends unasked, this says so on standard error and starts it again on its port, as an orchestrator
/// would. Owned by the tree.
/// </summary>
internal sealed class TreeProcess : IAsyncDisposable
{
    /// <summary>How often a process is started again before it is left dead: a crash at every start never ends.</summary>
    public const int MaxRestarts = 5;

    private readonly Func<int, SubjectProcess> _start;
    private readonly CancellationTokenSource _end = new();
    // One exchange at a time: a process that is started again is told to count before anyone asks for its figures.
    private readonly SemaphoreSlim _exchange = new(1);
    private SubjectProcess _process;
    private Task _watching = Task.CompletedTask;
    private bool _isCounting;
    private int _restarts;

    private TreeProcess(string name, Func<int, SubjectProcess> start)
    {
        (Name, _start) = (name, start);
        _process = start(0);
    }

    public string Name { get; }

    public Uri Address { get; private set; } = new("http://127.0.0.1");

    /// <summary>How often it was started again.</summary>
    public int Restarts => _restarts;

    /// <summary>Starts it and waits until it listens.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="start">Starts it on a port; 0 for the first time.</param>
    public static async Task<TreeProcess> StartAsync(string name, Func<int, SubjectProcess> start)
    {
        var process = new TreeProcess(name, start);
        try
        {
            process.Address = new Uri((await process._process.ReadyAsync()).Address!);
            process._watching = process.WatchAsync();
            return process;
        }
        catch
        {
            await process.DisposeAsync();
            throw;
        }
    }

    /// <summary>Starts to count.</summary>
    public async Task BeginAsync()
    {
        await _exchange.WaitAsync();
        try
        {
            _isCounting = true;
            await _process.BeginAsync();
        }
        finally
        {
            _exchange.Release();
        }
    }

    /// <summary>Its figures; null where it has just died.</summary>
    public async Task<ProcessFigures?> EndAsync()
    {
        await _exchange.WaitAsync();
        try
        {
            _isCounting = false;
            return await _process.EndAsync();
        }
        catch (SubjectException)
        {
            return null;
        }
        finally
        {
            _exchange.Release();
        }
    }

    /// <summary>Has it collect garbage and return memory.</summary>
    public async Task CollectAsync()
    {
        await _exchange.WaitAsync();
        try
        {
            await _process.CollectAsync();
        }
        finally
        {
            _exchange.Release();
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _end.CancelAsync();
        await _watching.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _process.DisposeAsync();
        _end.Dispose();
        _exchange.Dispose();
    }

    private async Task WatchAsync()
    {
        while (true)
        {
            var code = await _process.WaitForExitAsync(_end.Token);
            if (_restarts == MaxRestarts)
            {
                await Console.Error.WriteLineAsync($"{Name} ended with exit code {code} and was started {MaxRestarts} times already: it "
                    + "stays ended. Requests that need it fail; end the tree and see what it wrote above.");
                return;
            }

            await Console.Error.WriteLineAsync($"{Name} ended with exit code {code}; it is started again on port {Address.Port}.");
            Interlocked.Increment(ref _restarts);
            await _exchange.WaitAsync(_end.Token);
            try
            {
                var ended = _process;
                _process = _start(Address.Port);
                await ended.DisposeAsync();
                await _process.ReadyAsync(_end.Token);
                if (_isCounting)
                {
                    await _process.BeginAsync(_end.Token);
                }
            }
            catch (SubjectException e)
            {
                await Console.Error.WriteLineAsync($"{Name} could not be started again: {e.Message}");
            }
            finally
            {
                _exchange.Release();
            }
        }
    }
}
