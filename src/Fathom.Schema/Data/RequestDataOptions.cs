using System.Collections.Concurrent;

namespace Fathom.Schema.Data;

/// <summary>Surroundings of request data.</summary>
public sealed record RequestDataOptions
{
    /// <summary>Seed of <c>{{random}}</c> and <c>{{uuid}}</c>: the same seed and call number give the same value. Default 1.</summary>
    public ulong Seed { get; init; } = 1;

    /// <summary>The clock of <c>{{now}}</c>. Default: the system clock.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    /// <summary>Where relative paths of files start. Default: the current folder.</summary>
    public string Folder { get; init; } = "";

    /// <summary>Maximum size of data that is kept in memory, in bytes; files of lines are not. Default 256 MiB.</summary>
    public long MaxSize { get; init; } = 256L * 1024 * 1024;

    /// <summary>Maximum size of the messages of a file of lines that are kept encoded, in bytes. Larger files, and those with templates,
    /// are read as they are sent. Default 64 MiB.</summary>
    public long MaxKeptLines { get; init; } = 64L * 1024 * 1024;

    /// <summary>Whether data without any message is accepted, as that of a stream of none. Default no.</summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>The value of a variable, for <c>{{env NAME}}</c>; null for none. Default: the environment of this process.</summary>
    public Func<string, string?> Environment { get; init; } = System.Environment.GetEnvironmentVariable;

    /// <summary>Whether the data can be another program's: then it may name no file and no variable. Default no.</summary>
    internal bool IsForeign { get; init; }

    /// <summary>Files that templates named, each read once.</summary>
    internal ConcurrentDictionary<string, byte[]> Files { get; } = new(StringComparer.Ordinal);

    /// <summary>Opens standard input.</summary>
    public Func<Stream> StandardInput { get; init; } = Console.OpenStandardInput;
}
