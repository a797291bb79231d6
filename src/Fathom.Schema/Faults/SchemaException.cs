namespace Fathom.Schema.Faults;

/// <summary>What kind of fault a <see cref="SchemaException"/> reports; a command chooses its exit code by it.</summary>
public enum SchemaFault
{
    /// <summary>The input is wrong: a name, a file, or data that does not fit. Exit code 2.</summary>
    Input,

    /// <summary>Something needed is missing: a server, its reflection, protoc. Exit code 3.</summary>
    Missing,
}

/// <summary>Descriptors or data cannot be used. The message names the input, what was found, what is accepted, and what to do.</summary>
/// <param name="fault">The kind of fault.</param>
/// <param name="message">The message for the user.</param>
/// <param name="inner">The cause, if another exception was it.</param>
public sealed class SchemaException(SchemaFault fault, string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>The kind of fault.</summary>
    public SchemaFault Fault { get; } = fault;

    /// <summary>A fault of the input.</summary>
    public static SchemaException Input(string message, Exception? inner = null) => new(SchemaFault.Input, message, inner);

    /// <summary>Something needed is missing.</summary>
    public static SchemaException Missing(string message, Exception? inner = null) => new(SchemaFault.Missing, message, inner);
}
