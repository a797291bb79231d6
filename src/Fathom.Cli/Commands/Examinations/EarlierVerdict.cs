using Fathom.Cli.Settings;
using Fathom.Doctor;
using Fathom.Machines;
using Fathom.Records;
using Fathom.Records.Changes;
using Fathom.Records.Doctors;

namespace Fathom.Cli.Commands.Examinations;

/// <summary>The record of <c>--against</c>: read and checked before anything runs, compared afterwards.</summary>
internal static class EarlierVerdict
{
    /// <summary>Reads the record; null where none is given.</summary>
    public static DoctorRecord? Read(FathomConsole console, SettingValue? file)
    {
        try
        {
            return file is null ? null : DoctorRecordStore.Read(Path.Combine(console.Folder, file.Text));
        }
        catch (RunRecordException e)
        {
            throw CommandException.Usage($"{file!.Where}: {e.Message}");
        }
    }

    /// <summary>Refuses a record of another program, before the program has run for a minute.</summary>
    public static void Check(DoctorRecord? against, ProgramSpec? program)
    {
        if (against is not null && program is not null)
        {
            Refuse(DoctorComparability.Refusals(
                against, new DoctorTarget("program", program.Name), program.Compared, MachineProbe.Describe()));
        }
    }

    /// <summary>The record with what became of the earlier one.</summary>
    public static DoctorRecord Compare(DoctorRecord? against, DoctorRecord record)
    {
        if (against is null)
        {
            return record;
        }

        // What is known before is checked before. The name of a process is known when it has been watched.
        return DoctorComparability.Refusals(against, record) is [_, ..] refusals
            ? record with { NotSeen = [.. record.NotSeen, $"Not compared with the earlier record: {string.Join("; ", refusals)}."] }
            : record with { Against = DoctorChanges.Between(against, record) };
    }

    private static void Refuse(IReadOnlyList<string> refusals)
    {
        if (refusals.Count > 0)
        {
            throw CommandException.Usage($"--against: the records cannot be compared: {string.Join("; ", refusals)}");
        }
    }
}
