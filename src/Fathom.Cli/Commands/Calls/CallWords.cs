using System.CommandLine;
using Fathom.Cli.Commands.Calls.Servers;

namespace Fathom.Cli.Commands.Calls;

/// <summary>The words <c>[TARGET] [NAME]</c>. Where descriptors come from files, a first word without a port is the name.</summary>
internal sealed class CallWords(string name, string help)
{
    public Argument<string?> Target { get; } = new("TARGET")
    {
        Description = TargetAddress.Help,
        Arity = ArgumentArity.ZeroOrOne,
    };

    public Argument<string?> Name { get; } = new(name) { Description = help, Arity = ArgumentArity.ZeroOrOne };

    public (string? Target, string? Name) Read(ParseResult parsed, bool fromFiles)
    {
        var (first, second) = (parsed.GetValue(Target), parsed.GetValue(Name));
        return fromFiles && first is not null && second is null && !TargetAddress.IsTarget(first) ? (null, first)
            : first is not null || fromFiles ? (first, second)
            : throw CommandException.Usage("TARGET is missing: the address of a server, such as localhost:5000; or give --proto, "
                + "--protoset or --assembly");
    }
}
