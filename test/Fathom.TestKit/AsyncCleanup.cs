using Xunit;

namespace Fathom.TestKit;

/// <summary>A test class that cleans up after each test in a task. xUnit 2 calls the one that IAsyncLifetime has, and no IAsyncDisposable
/// of a test class.</summary>
public abstract class AsyncCleanup : IAsyncLifetime, IAsyncDisposable
{
    /// <inheritdoc cref="IAsyncDisposable.DisposeAsync"/>
    public abstract ValueTask DisposeAsync();

    Task IAsyncLifetime.InitializeAsync() => Task.CompletedTask;

    Task IAsyncLifetime.DisposeAsync() => DisposeAsync().AsTask();
}
