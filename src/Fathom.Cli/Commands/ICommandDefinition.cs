using System.CommandLine;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands;

/// <summary>
/// One command of <c>fathom</c>. A new command is a class in this folder and a line in <see cref="CommandRegistry"/>; its flags then work
/// on the command line, in its section of the settings file, and as <c>FATHOM_COMMAND_FLAG</c>.
/// </summary>
internal interface ICommandDefinition
{
    /// <summary>The words that select it: <c>run</c>, <c>mediator invite</c>.</summary>
    string Name { get; }

    /// <summary>Command lines for the help, each with what it does.</summary>
    IReadOnlyList<CommandExample> Examples => [];

    /// <summary>Paragraphs that follow the flags in the help.</summary>
    IReadOnlyList<string> Notes => [];

    /// <summary>The flags, without dashes, that files and the environment set; null for all.</summary>
    IReadOnlyList<string>? SettableFlags => null;

    /// <summary>Makes the command for one invocation. Its name is the last word of <see cref="Name"/>; its description is one
    /// line.</summary>
    /// <param name="console">Streams, environment, clock and folder.</param>
    /// <param name="settings">The command's settings outside the command line.</param>
    Command Create(FathomConsole console, CommandSettings settings);
}

/// <summary>An example in the help.</summary>
/// <param name="Line">The command line.</param>
/// <param name="Does">What it does.</param>
internal sealed record CommandExample(string Line, string Does);
